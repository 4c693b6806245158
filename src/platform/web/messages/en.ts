/** All texts for readers, in English. Other languages have the same files and fall back to these texts. */
export * from './en/commenter-mail.ts';
export * from './en/counter.ts';
export * from './en/frame.ts';
export * from './en/islands.ts';
export * from './en/newsletter.ts';
export * from './en/pages.ts';
export * from './en/sign-in.ts';
export * from './en/subscribe.ts';
