export * from '../en/newsletter.ts';

export const newsletterMail = {
  byline: (author: string) => `${author} 著`,
  readOnSite: 'この記事をサイトで読む',
  comment: 'この記事にコメントする',
  answerByMail: 'このメールに返信することもできます。返信は承認後にコメントになります。',
  readOn: '続きを読む',
  cut: 'この記事の続きはサイトにあります。',
  image: (alt: string) => (alt ? `画像：${alt}` : '画像'),
  video: '動画をサイトで見る',
  audio: '録音をサイトで聴く',
  footnotes: '脚注',
  week: '今週の記事',
  weekSubject: (site: string) => `${site}：今週の記事`,
  reason: (site: string) => `${site} を購読しているため、このメールが届いています。`,
  change: '購読内容の変更・停止',
};
