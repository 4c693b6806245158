type Part = { lines: string; isQuoted: boolean };

/** A text in parts that are quoted, with `>` before each line, or not. */
export function quotedParts(text: string): Part[] {
  const parts: Part[] = [];
  // Forms that are sent without JavaScript have the line ends of the network.
  for (const line of text.split(/\r?\n/)) {
    const isQuoted = line.startsWith('>');
    const last = parts.at(-1);
    const shown = isQuoted ? line.replace(/^> ?/, '') : line;
    if (last?.isQuoted === isQuoted) last.lines += `\n${shown}`;
    else parts.push({ lines: shown, isQuoted });
  }
  // Blank lines around a quotation are its distance.
  const trimmed = parts.map((part) => ({ ...part, lines: part.lines.replace(/^\n+|(?<!\n)\n+$/g, '') }));
  return parts.length === 1 ? parts : trimmed.filter(({ lines }) => lines !== '');
}
