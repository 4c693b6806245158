/** The YAML or TOML at the beginning of a Markdown file, without its delimiters, and the text after it. */
export function splitFrontMatter(markdown: string): { frontMatter: string | null; body: string } {
  const text = markdown.replace(/^\uFEFF/, '');
  const opening = /^(---|\+\+\+)[ \t]*\r?\n/.exec(text);
  if (!opening) return { frontMatter: null, body: text };
  const isYaml = opening[1] === '---';
  const rest = text.slice(opening[0].length);
  const closing = (isYaml ? /^(?:---|\.\.\.)[ \t]*$/m : /^\+\+\+[ \t]*$/m).exec(rest.replaceAll('\r', ' '));
  const inside = rest.slice(0, closing?.index ?? 0).trimEnd();
  // A rule is written like the delimiter, so the first line has to look like an entry.
  const entry = isYaml
    ? /^(?:#.*|["']?[\w. -]{1,100}["']?[ \t]*:(?:\s|$))/
    : /^(?:#|\[|["']?[\w.-]{1,100}["']?[ \t]*=)/;
  if (!closing || !entry.test(inside.trimStart())) return { frontMatter: null, body: text };
  return { frontMatter: inside, body: rest.slice(closing.index + closing[0].length) };
}
