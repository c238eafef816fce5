/** Reads the user's component files from disk, and saves them there. */

const LARGEST = 60_000; // bytes that the server takes

/**
 * The text of a file, or an error that says what is wrong with it. A line end is added: text without one is a name.
 */
export async function readText(file: File): Promise<string> {
  if (file.size > LARGEST)
    throw new Error(`${file.name} is too large: it has ${file.size} bytes, and at most ${LARGEST} are taken.`);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    return text.endsWith("\n") ? text : `${text}\n`;
  } catch {
    throw new Error(`${file.name} is no text in UTF-8: save it as UTF-8 and load it again.`);
  }
}

/** Downloads a text as a file. */
export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
