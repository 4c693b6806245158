import type { Finding } from '../../features/doctor/api.ts';

export type { Finding };

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const problem = (text: string, advice: string): Finding => ({ state: 'problem', text, advice });
