/** A picture of a result, made here: to share or to keep. */
import { inkOn } from "./colours";
import { ordinal } from "./words";

export interface CardLine {
  place: number;
  name: string;
  number: number;
  colour: string;
  /** e.g. "12 points", "" for nothing */
  figure: string;
  /** how far behind, e.g. "3 spaces behind", "" for nothing */
  gap: string;
}

export interface Card {
  game: string;
  headline: string;
  lines: CardLine[];
  /** chances in thousandths by ply, then by seat, with the seats' colours */
  chances: number[][];
  colours: string[];
}

const WIDTH = 1200;
const HEIGHT = 630;
const QUIET = 'text-anchor="end" font-weight="450" fill="#aeb8c2"';
const ROWS = 8; // as many as there is room for

function safe(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The whole picture as SVG. */
export function cardSvg(card: Card): string {
  const size = `width="${WIDTH}" height="${HEIGHT}"`;
  const signed = 'font-size="24" font-style="italic" font-weight="800" text-anchor="end" fill="#ffffff"';
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="system-ui, sans-serif">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#14181d"/>
${flag()}
<text x="60" y="70" font-size="30" font-weight="700" fill="#aeb8c2">${safe(card.game)}</text>
<text x="60" y="130" font-size="50" font-weight="800" fill="#ffffff">${safe(shortened(card.headline, 38))}</text>
${card.lines.slice(0, ROWS).map(lineSvg).join("\n")}
${chartSvg(card.chances, card.colours)}
<text x="1140" y="606" ${signed}>paddock</text>
</svg>`;
}

function flag(): string {
  const squares: string[] = [];
  for (let row = 0; row < 2; row++)
    for (let column = row % 2; column < 60; column += 2)
      squares.push(`<rect x="${column * 20}" y="${row * 10}" width="20" height="10" fill="#ffffff"/>`);
  return squares.join("");
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** What was scored, and the gap below it in small letters. */
function figuresSvg(y: number, figure: string, gap: string): string {
  const text = (down: number, size: number, said: string): string =>
    `<text x="660" y="${y + down}" font-size="${size}" ${QUIET}>${safe(said)}</text>`;
  if (!gap || !figure) return text(29, 22, figure || gap);
  return text(19, 22, figure) + text(39, 17, gap);
}

function lineSvg({ place, name, number, colour, figure, gap }: CardLine, n: number): string {
  const y = 175 + n * 50;
  return `<g font-size="30" font-weight="650" fill="#f4f6f8">
<text x="60" y="${y + 31}">${ordinal(place)}</text>
<rect x="150" y="${y}" width="46" height="40" rx="8" fill="${safe(colour)}" stroke="#ffffff" stroke-width="1.5"/>
<text x="173" y="${y + 30}" font-size="26" text-anchor="middle" fill="${inkOn(colour)}">${number}</text>
<text x="215" y="${y + 31}">${safe(shortened(name, 14))}</text>
${figuresSvg(y, figure, gap)}
</g>`;
}

function chartSvg(chances: number[][], colours: string[]): string {
  if (chances.length < 2) return "";
  const [left, top, wide, high] = [700, 175, 440, 350];
  const x = (n: number): string => (left + (n / (chances.length - 1)) * wide).toFixed(1);
  const sum = (row: number[], many: number): number => row.slice(0, many).reduce((a, b) => a + b, 0) / 1000;
  const bands = colours.map((colour, seat) => {
    const edge = (many: number): string[] =>
      chances.map((row, n) => `${x(n)},${(top + sum(row, many) * high).toFixed(1)}`);
    return `<polygon fill="${safe(colour)}" points="${[...edge(seat), ...edge(seat + 1).reverse()].join(" ")}"/>`;
  });
  const title = `<text x="${left}" y="${top - 12}" font-size="20" fill="#aeb8c2">chance to win, start to flag</text>`;
  return title + bands.join("");
}

/** The picture as a PNG file. */
export async function cardFile(card: Card, name: string): Promise<File> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(cardSvg(card))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return new File(blob ? [blob] : [], name, { type: "image/png" });
}

/** Hands a file to the device's way of sharing, or saves it where there is none. */
export async function share(file: File, text: string): Promise<void> {
  if (navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file], text }).catch(() => undefined); // the user cancelled
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
