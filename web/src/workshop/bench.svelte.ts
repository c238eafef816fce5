/** The component on the workbench: its text, what the server says about it, and whether it is kept. */
import type { CheckedInfo } from "../wire";
import { checkFile, errorText } from "$lib/api";
import { keep, keepDraft, shelf, type Kept } from "$lib/shelf";

const PAUSE = 150; // milliseconds without a change before the server is asked

export class Bench {
  text = $state.raw("");
  checked = $state.raw<CheckedInfo | null>(null);
  /** the drawing to start from; a new object for each component that is opened */
  opened = $state.raw<{ drawing: unknown } | null>(null);
  /** a check is pending: the last answer belongs to an older text */
  asking = $state(false);
  trouble = $state("");
  files = $state.raw<Kept[]>([]);
  /** the name under which it was kept, "" if it never was */
  keptAs = $state("");

  private baseline = $state.raw(""); // the text as it was opened or kept
  private fresh = true;
  private unheard = false; // the trouble is that the server did not answer
  private timer = 0;
  private asked = 0;

  constructor(readonly game: string) {
    this.files = shelf(game);
  }

  /** Whether there are unsaved changes. */
  readonly changed = $derived(this.baseline !== this.text);
  /** The file to race on, "" while there are errors; settle first. */
  readonly ready = $derived(this.checked?.text ?? "");
  readonly name = $derived(this.checked?.name ?? "");

  /** Puts the text of a file on the bench. */
  async open(text: string, keptAs = "", changed = false): Promise<boolean> {
    try {
      return this.take(await checkFile(this.game, text), keptAs, changed);
    } catch (error) {
      this.trouble = errorText(error);
      return false;
    }
  }

  /** Puts an answer of the server on the bench; false if nothing can be drawn of it. */
  take(answer: CheckedInfo, keptAs = "", changed = false): boolean {
    if (answer.drawing === null) {
      this.trouble = `This file cannot be opened: ${answer.remarks.map((remark) => remark.words).join("; ")}.`;
      return false;
    }
    this.begin(answer.drawing, keptAs, changed);
    this.checked = answer;
    return true;
  }

  /** Begins with a drawing, or with nothing; `changed`: it is not saved yet. */
  begin(drawing: unknown, keptAs = "", changed = false): void {
    this.fresh = !changed;
    this.baseline = "";
    this.trouble = "";
    this.keptAs = keptAs;
    this.checked = null;
    this.opened = { drawing };
  }

  /** Take the current text from the editor. */
  change(text: string): void {
    this.text = text;
    this.trouble = "";
    if (this.fresh) this.baseline = text;
    this.fresh = false;
    this.remember();
    this.asking = true;
    this.asked++; // an answer that is still to come is about an older text
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), PAUSE);
  }

  async ask(): Promise<void> {
    const number = ++this.asked;
    try {
      const answer = await checkFile(this.game, this.text);
      if (number !== this.asked) return;
      this.checked = answer;
      this.asking = false;
      if (this.unheard) this.trouble = "";
      this.unheard = false;
    } catch (error) {
      if (number !== this.asked) return;
      this.trouble = errorText(error);
      this.unheard = true;
      this.timer = window.setTimeout(() => void this.ask(), 3000);
    }
  }

  /** Waits until the answer belongs to the text. */
  async settle(): Promise<void> {
    if (!this.asking) return;
    do {
      window.clearTimeout(this.timer);
      await this.ask(); // a later question may have taken its place
    } while (this.asking && !this.unheard);
  }

  /** Whether keeping would replace another file. */
  get wouldReplace(): boolean {
    return this.name !== this.keptAs && this.files.some((file) => file.name === this.name);
  }

  keep(): void {
    keep(this.game, this.name, this.ready || this.text, this.ready !== "");
    this.keptAs = this.name;
    this.baseline = this.text;
    this.files = shelf(this.game);
    this.remember();
  }

  private remember(): void {
    keepDraft(this.game, { text: this.text, keptAs: this.keptAs, changed: this.changed });
  }

  leave(): void {
    window.clearTimeout(this.timer);
    this.asked++;
  }
}
