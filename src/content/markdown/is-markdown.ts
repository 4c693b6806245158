const longest = 200_000;

const fence = /^ {0,3}(?:`{3,}(?!`)|~{3,}(?!~))(?!.*`)/;
const heading = /^ {0,3}#{1,6}[ \t]+\S/;
const quote = /^ {0,3}> ?/;
const bullet = /^ {0,3}[-*+] {1,4}\S/;
const numbered = /^ {0,3}(\d{1,9})[.)] {1,4}\S/;
const link = /\[[^[\]\n]{0,300}\]\((?:https?:\/\/|\/|#|mailto:)[^()[\]\s]{0,2000}\)/i;
const strong = /(?:^|[\s(])(?:\*\*|__)(?=\S)[^\n]{0,300}?\S(?:\*\*|__)(?=$|[\s)]|[.,;:!?](?:\s|$))/m;

/** Whether a plain text says by its marks that it was written as Markdown; a lone `#` or `*` is no sign. */
export function isMarkdown(text: string): boolean {
  if (text.length > longest) return false;
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const count = (start: RegExp) => lines.filter((line) => start.test(line)).length;
  if (count(fence) >= 2 || lines.some(isTableRule) || link.test(text) || strong.test(text)) return true;
  if (count(bullet) >= 2 || isNumbered(lines)) return true;
  return count(heading) > 0 ? lines.length > 1 && areHeadings(lines) : count(quote) >= 2;
}

/** A comment of a script begins like a heading, but code follows it at once. */
function areHeadings(lines: string[]): boolean {
  return lines.every(
    (line, index) => !heading.test(line) || (!lines[index - 1]?.trim() && !lines[index + 1]?.trim()),
  );
}

function isNumbered(lines: string[]): boolean {
  const numbers = lines.flatMap((line) => numbered.exec(line)?.[1] ?? []).map(Number);
  const follows = (number: number, index: number) => index === 0 || number - 1 === numbers[index - 1];
  return numbers.length >= 2 && numbers.every(follows);
}

function isTableRule(line: string): boolean {
  if (!line.includes('|') || !line.includes('-')) return false;
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}
