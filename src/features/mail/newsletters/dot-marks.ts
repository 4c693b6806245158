import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/*
 * The database knows that a mail is about to be handed over before the dot goes out. Whether the dot did go out when the process
 * was killed, and whether an answer came, this file knows: written without waiting for the disk, it survives the death of a
 * process, and after a restart of the machine it is ignored.
 */

const maxBytes = 1024 * 1024;
const fileOf = (folder: string): string => path.join(folder, 'mail-handed-over');

/** Differs after each start of the machine; '' where the system does not tell, so that no mark is trusted. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/** How far a mail came when its process ended: the dot was not sent, it was, the server accepted the mail, or refused it. */
type Mark = '+' | '.' | '=' | '-';

/** The marks of mails that this machine was sending; none of one that another machine sent. */
export function readMarks(folder: string): Map<number, Mark> {
  let text: string;
  try {
    text = readFileSync(fileOf(folder), 'utf8');
  } catch {
    return new Map();
  }
  const [boot, ...lines] = text.split('\n');
  if (boot === '' || boot !== bootId()) return new Map();
  return new Map(
    lines.flatMap((line) => {
      const [, mark, id] = /^([+.=-])(\d{1,16})$/.exec(line) ?? [];
      return id === undefined ? [] : [[Number(id), mark as Mark] as const];
    }),
  );
}

export class DotMarks {
  readonly #file: number;
  readonly #boot = bootId();
  #bytes = 0;
  #open = 0;

  constructor(folder: string) {
    this.#file = openSync(fileOf(folder), 'a', 0o600);
    this.#empty();
  }

  /** Before the commit that says that it is handed over. */
  begin(id: number): void {
    if (this.#open === 0 && this.#bytes > maxBytes) this.#empty();
    this.#open++;
    this.#write(`+${id}\n`);
  }

  /** Right after the dot was written, or the answer came. */
  add(id: number, mark: Exclude<Mark, '+'>): void {
    this.#write(`${mark}${id}\n`);
  }

  /** Its row says what became of it. */
  end(): void {
    this.#open--;
  }

  close(): void {
    closeSync(this.#file);
  }

  #empty(): void {
    ftruncateSync(this.#file);
    this.#bytes = 0;
    this.#write(`${this.#boot}\n`);
  }

  #write(text: string): void {
    this.#bytes += writeSync(this.#file, text);
  }
}
