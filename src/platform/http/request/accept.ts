/** Whether the Accept header prefers a page to a feed. */
export function prefersHtml(accept = '*/*'): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const qualityOf = (...types: string[]): number => {
    for (const type of types) {
      const range = ranges.find((candidate) => candidate.type === type);
      if (range) return range.quality;
    }
    return 0;
  };
  const feed = Math.max(
    qualityOf('application/rss+xml', 'application/*', '*/*'),
    qualityOf('application/xml'),
    qualityOf('text/xml'),
  );
  return qualityOf('text/html', 'text/*', '*/*') > feed;
}
