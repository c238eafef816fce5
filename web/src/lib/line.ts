/** A websocket that reconnects with backoff, and at once when the network returns. */
import type { ClientMessage, Hello, ServerMessage } from "../wire";

export type LineState = "connecting" | "open" | "broken" | "closed";

const WAITS = [300, 800, 1500, 3000, 5000, 8000]; // milliseconds before each attempt; the last one repeats
const PING_EVERY = 12_000;
const SILENCE = 30_000; // milliseconds without a message after which the connection counts as lost

interface Ears {
  /** the first message to send */
  hello: () => Hello;
  hear: (messages: ServerMessage[]) => void;
  change: (state: LineState, retryAt: number) => void;
}

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry = 0;
  private pinger = 0;
  private heardAt = 0;
  private ended = false;
  private readonly wake = (): void => this.again();

  constructor(
    private readonly address: string,
    private readonly ears: Ears,
  ) {
    window.addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect now instead of waiting. */
  again(): void {
    if (this.ended || document.visibilityState === "hidden") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.check();
    else if (this.socket === null) this.connect();
  }

  close(): void {
    this.ended = true;
    window.removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.drop();
    this.ears.change("closed", 0);
  }

  private connect(): void {
    window.clearTimeout(this.retry);
    this.ears.change("connecting", 0);
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event: MessageEvent<string>) => this.heard(event.data);
    socket.onclose = () => this.lost(socket);
  }

  private opened(socket: WebSocket): void {
    socket.send(JSON.stringify(this.ears.hello()));
    this.heardAt = Date.now();
    this.pinger = window.setInterval(() => this.check(), PING_EVERY);
  }

  private heard(text: string): void {
    this.heardAt = Date.now();
    const parsed = JSON.parse(text) as ServerMessage | ServerMessage[];
    const messages = Array.isArray(parsed) ? parsed : [parsed];
    for (const message of messages) if (message.type === "probe") this.send({ type: "probed", number: message.number });
    if (messages.some((message) => message.type === "welcome")) {
      this.tries = 0;
      this.ears.change("open", 0);
    }
    this.ears.hear(messages);
  }

  private check(): void {
    if (Date.now() - this.heardAt > SILENCE) {
      const socket = this.socket;
      this.drop();
      if (socket) this.wait();
    } else {
      this.send({ type: "ping", n: 0 });
    }
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    this.wait();
  }

  private drop(): void {
    window.clearInterval(this.pinger);
    window.clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  private wait(): void {
    if (this.ended) return;
    const step = WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 8000;
    const delay = step * (0.8 + 0.4 * Math.random());
    this.tries += 1;
    this.ears.change("broken", Date.now() + delay);
    this.retry = window.setTimeout(() => this.connect(), delay);
  }
}
