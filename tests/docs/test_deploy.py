"""What deploy/ names is what the program has: commands, settings, paths, ports, metrics."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from paddock.cli import cli
from paddock.cli.serve import serve
from paddock.server import all_settings, read_settings, store_path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
CADDYFILE = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NEEDS_THE_MACHINE = {"apt-get", "useradd", "git", "systemctl", "curl"}
SETTINGS_FILE = "/etc/paddock/settings.toml"


def unit(name: str) -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # pyright: ignore[reportAttributeAccessIssue]
    parser.read(DEPLOY / "systemd" / name, encoding="utf-8")
    return parser


def test_the_container_runs_as_nobody_with_settings_that_exist():
    stages = re.split(r"^FROM ", DOCKERFILE, flags=re.MULTILINE)[1:]
    assert len(stages) == 3
    last = stages[-1]
    assert re.search(r"^USER paddock$", last, re.MULTILINE)
    variables = dict(re.findall(r"\b(PADDOCK_\w+)=(\S+)", last))
    settings, chosen = read_settings({}, "", variables)
    assert {one.source for one in chosen.values()} >= set(variables) - {"PADDOCK_CACHE"}
    assert (settings.host, settings.port, settings.open_browser) == ("0.0.0.0", 8000, False)
    assert store_path(settings.store) == "/data/races.sqlite"
    assert f"EXPOSE {settings.port}" in last
    assert f"http://localhost:{settings.port}/ready" in last
    assert 'ENTRYPOINT ["paddock"]' in last
    assert json.loads(re.findall(r"^CMD (\[.*\])$", last, re.MULTILINE)[-1])[0] in cli.commands
    version = re.findall(r"uv==([\d.]+)", DOCKERFILE)
    assert version == re.findall(r"uv==([\d.]+)", (ROOT / "Makefile").read_text(encoding="utf-8"))


def test_what_the_container_copies_is_there_and_what_it_leaves_out_is_ignored_by_git_too():
    left_out = (ROOT / ".dockerignore").read_text().split()
    for needed in ("pyproject.toml", "uv.lock", "build_client.py", "web", "src", "README.md", "LICENSE"):
        assert (ROOT / needed).exists()
        assert needed not in left_out


def test_compose_gives_the_container_a_root_that_cannot_be_written_and_settings_that_exist():
    variables = dict(re.findall(r"^ +(PADDOCK_\w+): (\S+)", COMPOSE, re.MULTILINE))
    assert set(variables) == {"PADDOCK_HOSTS", "PADDOCK_PROXIES"}
    assert {one.variable for one in all_settings().values()} >= set(variables)
    settings, _ = read_settings({}, "", {"PADDOCK_PROXIES": variables["PADDOCK_PROXIES"]})
    assert f"subnet: {settings.proxies[0]}" in COMPOSE, "the proxy is believed by the address of its network"
    for line in ("read_only: true", "no-new-privileges:true", "- races:/data", "UPSTREAM: paddock:8000"):
        assert line in COMPOSE
    assert "dockerfile: deploy/Dockerfile" in COMPOSE
    assert "./Caddyfile:/etc/caddy/Caddyfile:ro" in COMPOSE


def test_caddy_sends_to_where_paddock_listens():
    (upstream,) = re.findall(r"reverse_proxy \{\$UPSTREAM:([\d.:]+)\}", CADDYFILE)
    assert upstream == unit("paddock.socket")["Socket"]["ListenStream"]
    assert CADDYFILE.count("{") == CADDYFILE.count("}")


def test_the_units_start_commands_that_exist_with_a_file_that_is_installed():
    service = unit("paddock.service")["Service"]
    program, command, *words = shlex.split(service["ExecStart"])
    assert program == "/opt/paddock/.venv/bin/paddock"
    assert command in cli.commands
    assert words == ["--settings", SETTINGS_FILE]
    assert "--settings" in {option for one in serve.params for option in one.opts}
    assert service["User"] == "paddock"
    assert "paddock.socket" in unit("paddock.service")["Unit"]["Requires"]
    settings, _ = read_settings({}, str(DEPLOY / "settings.toml"), {})
    assert store_path(settings.store).startswith(f"/var/lib/{service['StateDirectory']}/")
    assert settings.open_browser is False
    backup = unit("paddock-backup.service")["Service"]["ExecStart"]
    assert f"{program} admin --settings {SETTINGS_FILE} backup " in backup
    assert service["StateDirectory"] in backup


def test_systemd_takes_the_units(tmp_path: Path):
    for file in (DEPLOY / "systemd").iterdir():
        text = file.read_text(encoding="utf-8").replace("/opt/paddock/.venv/bin/paddock", sys.executable)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
        assert ConfigParser(strict=False, interpolation=None).read(file)
    program = shutil.which("systemd-analyze")
    if program:  # where systemd is installed, it checks the units
        names = [str(file) for file in sorted(tmp_path.iterdir())]
        found = subprocess.run([program, "verify", "--man=no", *names], capture_output=True, text=True, check=False)
        told = [line for line in found.stderr.splitlines() if "paddock" in line]
        assert (found.returncode, told) == (0, [])


def shell_blocks() -> list[str]:
    return re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)


def test_the_commands_of_the_guide_set_up_a_site(tmp_path: Path):
    """The guide is for a dedicated machine; here only the commands that copy and write files run, into another root."""
    lines = shell_blocks()[0].replace("\\\n", " ").splitlines()
    done: list[str] = []
    for line in lines:
        command = line.partition("  #")[0].strip().removeprefix("sudo ")
        first = command.split()[0] if command else ""
        if not command or first in NEEDS_THE_MACHINE or first in ("cd", "make"):
            continue
        here = re.sub(r"(?<![\w.])/etc/", f"{tmp_path}/etc/", command).replace("sudo ", "")
        (tmp_path / "etc" / "systemd" / "system").mkdir(parents=True, exist_ok=True)
        (tmp_path / "etc" / "caddy").mkdir(parents=True, exist_ok=True)
        subprocess.run(["sh", "-ec", here], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        done.append(command)
    assert len(done) >= 4
    settings = tmp_path / "etc" / "paddock" / "settings.toml"
    shown = subprocess.run(
        [sys.executable, "-m", "paddock", "serve", "--settings", str(settings), "--show-settings"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert 'hosts = ["race.example"]' in shown.stdout
    caddyfile = (tmp_path / "etc" / "caddy" / "Caddyfile").read_text()
    assert "race.example {" in caddyfile
    assert {file.name for file in (tmp_path / "etc" / "systemd" / "system").iterdir()} == {
        file.name for file in (DEPLOY / "systemd").iterdir()
    }


def test_the_units_the_guide_starts_exist():
    started = re.findall(r"systemctl enable --now (.*)", GUIDE)
    assert started
    for name in " ".join(started).split():
        assert (DEPLOY / "systemd" / name).is_file() or name == "caddy", name


# Metrics


def names_in(expression: str) -> set[str]:
    return set(re.findall(r"\bpaddock_\w+", expression))


@pytest.fixture(scope="module")
def printed() -> set[str]:
    """Every metric name that /metrics prints on a newly started server."""
    from tests.server.harness import serving

    with serving("sqlite://:memory:") as house:
        text = house.http.get("/metrics").text
    return set(re.findall(r"^(?:# TYPE )?(paddock_\w+)", text, re.MULTILINE))


def test_the_dashboard_shows_metrics_that_the_server_prints(printed: set[str]):
    dashboard = json.loads((DEPLOY / "grafana" / "paddock.json").read_text())
    named = [names_in(target["expr"]) for panel in dashboard["panels"] for target in panel["targets"]]
    assert all(named)
    assert set().union(*named) <= printed
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(set(ids)) == len(ids)


def test_every_alert_is_about_a_metric_that_the_server_prints_and_says_what_to_do(printed: set[str]):
    rules = (DEPLOY / "prometheus" / "paddock.yml").read_text()
    alerts = re.split(r"^ +- alert: ", rules, flags=re.MULTILINE)[1:]
    assert len(alerts) >= 5
    for alert in alerts:
        (expression,) = re.findall(r"^ +expr: (.+)$", alert, re.MULTILINE)
        assert names_in(expression) <= printed, alert
        assert names_in(expression) or "up{" in expression
        (action,) = re.findall(r'action: "(.+)"\}', alert)
        for command in re.findall(r"paddock (?:admin )?([a-z][\w-]+)", action):
            assert command in cli.commands or command in cli.commands["admin"].commands, action  # pyright: ignore
        for name in re.findall(r"\b(?:limits|expiry|pace)\.\w+|\bbot_workers\b", action):
            assert name in all_settings(), action
