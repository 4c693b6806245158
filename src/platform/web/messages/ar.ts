export * from './ar/commenter-mail.ts';
export * from './ar/counter.ts';
export * from './ar/frame.ts';
export * from './ar/islands.ts';
export * from './ar/newsletter.ts';
export * from './ar/pages.ts';
export * from './ar/sign-in.ts';
export * from './ar/subscribe.ts';
