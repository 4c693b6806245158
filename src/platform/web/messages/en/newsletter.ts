/** Posts and weekly summaries as mails, in English. */

export const newsletterMail = {
  byline: (author: string) => `by ${author}`,
  readOnSite: 'Read this post on the site',
  comment: 'Comment on this post',
  /** Where answers by mail are read. */
  answerByMail: 'You can also answer this mail: what you write becomes a comment once it is approved.',
  /** Under a post that is too long for a mail. */
  readOn: 'Read on',
  cut: 'The rest of this post is on the site.',
  image: (alt: string) => (alt ? `Image: ${alt}` : 'Image'),
  video: 'Watch the video on the site',
  audio: 'Listen to the recording on the site',
  footnotes: 'Footnotes',
  week: 'Posts of the week',
  weekSubject: (site: string) => `${site}: posts of the week`,
  reason: (site: string) => `You get this mail because you subscribed to ${site}.`,
  change: 'Change what you get, or unsubscribe',
};
