type Rule = { find: RegExp; html(match: RegExpExecArray): string };

const address = String.raw`<?((?:[^\s()<>]|\([^\s()]*\))+)>?(?:\s+["'(](.{0,300}?)["')])?`;

// In the order in which they bind: what is code holds no other mark.
const rules: Rule[] = [
  { find: /\\([!-/:-@[-`{-~])/y, html: ([, character = '']) => escapeHtml(character) },
  {
    find: /(`+)(?!`)(.{1,1000}?)(?<!`)\1(?!`)/sy,
    html: ([, , code = '']) => `<code>${escapeHtml(code.replace(/^ (.+) $/, '$1'))}</code>`,
  },
  {
    find: new RegExp(String.raw`!\[([^\[\]]{0,300})\]\(\s*${address}\s*\)`, 'y'),
    html: ([, alt = '', src = '', title]) =>
      `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}"${title ? ` title="${escapeHtml(title)}"` : ''}>`,
  },
  {
    find: new RegExp(String.raw`\[((?:[^\[\]]|\[[^\[\]]{0,300}\]){1,300})\]\(\s*${address}\s*\)`, 'y'),
    html: ([, text = '', href = '', title]) =>
      `<a href="${escapeHtml(href)}"${title ? ` title="${escapeHtml(title)}"` : ''}>${markdownInline(text)}</a>`,
  },
  {
    find: /<((?:https?:\/\/|mailto:)[^\s<>]+)>/iy,
    html: ([, href = '']) => `<a href="${escapeHtml(href)}">${escapeHtml(href.replace(/^mailto:/i, ''))}</a>`,
  },
  {
    find: /\*\*\*(?=\S)(.{1,1000}?)(?<=\S)\*\*\*/sy,
    html: ([, text = '']) => `<strong><em>${markdownInline(text)}</em></strong>`,
  },
  {
    find: /\*\*(?=\S)(.{1,1000}?)(?<=\S)\*\*(?!\*)/sy,
    html: ([, text = '']) => `<strong>${markdownInline(text)}</strong>`,
  },
  {
    find: /(?<![\p{L}\p{N}])__(?=\S)(.{1,1000}?)(?<=\S)__(?![\p{L}\p{N}_])/suy,
    html: ([, text = '']) => `<strong>${markdownInline(text)}</strong>`,
  },
  {
    find: /\*(?=[^\s*])(.{1,1000}?)(?<=[^\s*])\*(?!\*)/sy,
    html: ([, text = '']) => `<em>${markdownInline(text)}</em>`,
  },
  {
    find: /(?<![\p{L}\p{N}_])_(?=[^\s_])(.{1,1000}?)(?<=[^\s_])_(?![\p{L}\p{N}_])/suy,
    html: ([, text = '']) => `<em>${markdownInline(text)}</em>`,
  },
  { find: /~~(?=\S)(.{1,1000}?)(?<=\S)~~/sy, html: ([, text = '']) => `<s>${markdownInline(text)}</s>` },
  { find: /(?: {2,}|\\)\n */y, html: () => '<br>' },
  { find: / *\n */y, html: () => ' ' },
];

/** One line of Markdown, or a paragraph of them, as HTML. */
export function markdownInline(text: string): string {
  let html = '';
  let index = 0;
  while (index < text.length) {
    const found = firstMatch(text, index);
    html += found ? found.html : escapeHtml(text[index] ?? '');
    index += found ? found.length : 1;
  }
  return html;
}

function firstMatch(text: string, index: number): { html: string; length: number } | null {
  if (!/[\\`![<*_~ \n]/.test(text[index] ?? '')) return null;
  for (const { find, html } of rules) {
    find.lastIndex = index;
    const match = find.exec(text);
    if (match) return { html: html(match), length: match[0].length };
  }
  return null;
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
