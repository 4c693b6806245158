import { urls } from '../../platform/http/urls.ts';
import type { Module } from '../../platform/module.ts';

export const counter: Module = {
  name: 'counter',
  pages: [
    {
      isAt: (path) => path === urls.there,
      cacheKey: ({ pathname, searchParams }) => (searchParams.has('count') ? null : pathname),
    },
  ],
};
