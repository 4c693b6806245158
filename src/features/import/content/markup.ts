export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function codeBlock(code: string, language = ''): string {
  const name = /^[a-z\d][a-z\d+#._-]{0,30}$/i.test(language)
    ? ` class="language-${language.toLowerCase()}"`
    : '';
  // A line break directly after <pre> is not part of its text.
  return `<pre><code${name}>${code}</code></pre>`;
}

export function embed(url: string): string {
  return `<figure class="embed"><a href="${escaped(url)}">${escaped(url)}</a></figure>`;
}

export function figure(media: string, caption: string): string {
  return `<figure>${media}${caption.trim() === '' ? '' : `<figcaption>${caption.trim()}</figcaption>`}</figure>`;
}

export function image({ url, alt = '' }: { url: string; alt?: string | undefined }): string {
  return `<img src="${escaped(url)}" alt="${escaped(alt)}">`;
}

export function link(url: string, text = url): string {
  return `<a href="${escaped(url)}">${escaped(text)}</a>`;
}
