export * from './de/commenter-mail.ts';
export * from './de/counter.ts';
export * from './de/frame.ts';
export * from './de/islands.ts';
export * from './de/newsletter.ts';
export * from './de/pages.ts';
export * from './de/sign-in.ts';
export * from './de/subscribe.ts';
