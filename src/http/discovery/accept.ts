/** Whether a request would rather have a page than a feed, by its Accept header. */
export function prefersHtml(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const wanted = (...types: string[]): number => {
    for (const type of types) {
      const range = ranges.find((given) => given.type === type);
      if (range) return range.quality;
    }
    return 0;
  };
  const feed = Math.max(
    wanted('application/rss+xml', 'application/*', '*/*'),
    wanted('application/xml'),
    wanted('text/xml'),
  );
  return wanted('text/html', 'text/*', '*/*') > feed;
}
