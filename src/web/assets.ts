import { createContext } from 'react';
import type { Assets } from './page-data.ts';

export const AssetsContext = createContext<Assets>({ start: '', styles: [], modules: [] });
