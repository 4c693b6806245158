export * from './es/commenter-mail.ts';
export * from './es/counter.ts';
export * from './es/frame.ts';
export * from './es/islands.ts';
export * from './es/newsletter.ts';
export * from './es/pages.ts';
export * from './es/sign-in.ts';
export * from './es/subscribe.ts';
