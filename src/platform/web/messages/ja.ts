export * from './ja/commenter-mail.ts';
export * from './ja/counter.ts';
export * from './ja/frame.ts';
export * from './ja/islands.ts';
export * from './ja/newsletter.ts';
export * from './ja/pages.ts';
export * from './ja/sign-in.ts';
export * from './ja/subscribe.ts';
