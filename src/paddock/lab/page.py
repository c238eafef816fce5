"""A report as one HTML file: nothing is loaded from anywhere, it prints, and it is light or dark."""

from html import escape

from .report import Plot, Report, Table, shown

STYLE = """
:root{color-scheme:light dark;--ink:#1d232b;--soft:#4c5663;--paper:#fff;--rule:#c9d0d8;--mark:#0b5cad;--fair:#a33a00}
@media (prefers-color-scheme:dark){:root{--ink:#e8ecf1;--soft:#b4bfcc;--paper:#14181d;--rule:#3b4450;--mark:#7db8f7;
--fair:#ffa76b}}
@media print{:root{--ink:#000;--soft:#333;--paper:#fff;--rule:#999;--mark:#0b5cad;--fair:#a33a00}
section,figure{break-inside:avoid}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2rem auto;
padding:0 1rem}
h1{font-size:1.7rem;line-height:1.2}h2{font-size:1.15rem;margin:2rem 0 .4rem}
figure{margin:1.2rem 0}figcaption,caption{font-weight:600;text-align:left}
svg{width:100%;max-width:640px;height:auto;font:12px system-ui,sans-serif;fill:var(--ink)}
svg .small{font-size:11px;fill:var(--soft)}svg .bar,svg .point{fill:var(--mark)}svg .cell{stroke:var(--rule)}
svg .whisker{stroke:var(--mark);stroke-width:2}svg .fair{stroke:var(--fair);stroke-dasharray:4 3}
svg .road{stroke:var(--rule);stroke-linecap:round}svg .spot{fill:var(--paper);stroke:var(--rule);stroke-width:2}
svg .heat{fill:var(--fair)}svg .hot{font-weight:700;paint-order:stroke;stroke:var(--paper);stroke-width:5px}
svg .decided{fill:var(--mark);opacity:.16}svg .line{fill:none;stroke-width:2.5;stroke-linejoin:round}
svg .seat0{stroke:#c8203a}svg .seat1{stroke:#2a78c8}svg .seat2{stroke:#1c8a4b;stroke-dasharray:9 3}
svg .seat3{stroke:#b07d00;stroke-dasharray:5 3}svg .seat4{stroke:#9457c0;stroke-dasharray:2 3}
svg .seat5{stroke:#d2660c;stroke-dasharray:9 3 2 3}svg .seat6{stroke:#2a9494;stroke-dasharray:12 4}
svg .seat7{stroke:#7d838c;stroke-dasharray:6 2 2 2 2 2}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--rule);padding:.25rem .6rem;text-align:right}
th.text,td.text{text-align:left}td:not(.text){white-space:nowrap}
th button{all:unset;cursor:pointer;text-decoration:underline dotted}
th button:focus-visible{outline:2px solid var(--mark)}
pre{white-space:pre-wrap;border:1px solid var(--rule);padding:.6rem}
.note,footer{color:var(--soft)}
"""
SORT = """
for(const button of document.querySelectorAll('th button'))button.addEventListener('click',()=>{
const head=button.closest('th'),body=head.closest('table').tBodies[0],at=head.cellIndex
const up=head.getAttribute('aria-sort')!=='ascending'
for(const other of head.parentNode.children)other.removeAttribute('aria-sort')
head.setAttribute('aria-sort',up?'ascending':'descending')
const key=row=>row.cells[at].dataset.value
const rows=[...body.rows].sort((a,b)=>{const x=key(a),y=key(b),n=Number(x)-Number(y)
return (Number.isNaN(n)?x.localeCompare(y):n)*(up?1:-1)})
body.append(...rows)})
"""


def page(report: Report) -> str:
    """The whole file."""
    title = escape(report.title)
    summary = "".join(f"<p>{escape(sentence)}</p>" for sentence in report.sentences)
    plots = "".join(_figure(plot) for plot in report.plots)
    tables = "".join(_table(table) for table in report.tables)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline';"
        " script-src 'unsafe-inline'; img-src data:\">"
        f'<link rel="icon" href="data:,"><style>{STYLE}</style></head><body><main><h1>{title}</h1>'
        f"<section><h2>In short</h2>{summary}</section>"
        f"<section><h2>Again</h2><pre>{escape(report.command)}</pre></section>"
        f"{plots}{tables}</main><script>{SORT}</script></body></html>\n"
    )


def _figure(plot: Plot) -> str:
    return f"<figure><figcaption>{escape(plot.title)}</figcaption>{plot.svg}</figure>"


def _table(table: Table) -> str:
    heads = "".join(
        f'<th scope="col" class="{column.kind}"><button type="button">'
        f"{escape(column.name.replace('_', ' '))}</button></th>"
        for column in table.columns
    )
    rows = "".join(f"<tr>{_cells(table, row)}</tr>" for row in table.rows)
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    name = escape(table.title, quote=True)
    return (
        f'<section><h2>{escape(table.title)}</h2><div class="wide" role="region" aria-label="{name}" tabindex="0">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>{note}</section>"
    )


def _cells(table: Table, row: tuple[object, ...]) -> str:
    return "".join(
        f'<td class="{column.kind}" data-value="{escape(str(value), quote=True)}">'
        f"{escape(shown(value, column.kind))}</td>"
        for value, column in zip(row, table.columns, strict=True)
    )
