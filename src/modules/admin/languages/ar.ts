import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/ar.json' with { type: 'json' };
import * as frame from '../../../platform/web/messages/ar/frame.ts';
import * as islands from '../../../platform/web/messages/ar/islands.ts';
import * as signIn from '../../../platform/web/messages/ar/sign-in.ts';

provideLanguage('ar', catalog, { ...frame, ...islands, ...signIn });
