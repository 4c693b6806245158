import { createContext } from 'react';

/** What the site is called, for the titles of screens. */
export const SiteName = createContext('');
