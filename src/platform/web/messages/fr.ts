export * from './fr/commenter-mail.ts';
export * from './fr/counter.ts';
export * from './fr/frame.ts';
export * from './fr/islands.ts';
export * from './fr/newsletter.ts';
export * from './fr/pages.ts';
export * from './fr/sign-in.ts';
export * from './fr/subscribe.ts';
