/** What a check found. Problems keep the site from working, warnings do not. */
export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string; advice?: string };

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const problem = (text: string, advice: string): Finding => ({ state: 'problem', text, advice });
