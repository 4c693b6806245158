/**
 * The one script of public pages. They are complete without it: it hydrates islands when a reader shows interest in
 * them, replaces `<main>` when a link is followed, and asks once whether the person is signed in.
 */
import { dismissInPlace } from './dismissal.ts';
import { hydrateOnIntent } from './hydration.ts';
import { navigateInPlace } from './navigation.ts';
import { checkSession } from './session.ts';

hydrateOnIntent();
navigateInPlace();
dismissInPlace();
checkSession();
