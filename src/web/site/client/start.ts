/**
 * The script of public pages, which also work without it: hydrates islands on intent, replaces `<main>` when a link is
 * followed, loads players of embeds, the viewer of images and sharing when they are clicked, and checks once whether
 * there is a session.
 */

import { followScheme } from '../../ui/scheme.ts';
import { dismissInPlace } from './dismissal.ts';
import { hydrateOnIntent } from './hydration.ts';
import { viewImagesInPlace } from './images.ts';
import { loadMoreInPlace } from './load-more.ts';
import { closeMenus } from './menu.ts';
import { navigateInPlace } from './navigation.ts';
import { playInPlace } from './players.ts';
import { checkSession } from './session.ts';
import { shareOnClick } from './share-buttons.ts';

followScheme();
hydrateOnIntent();
navigateInPlace();
closeMenus();
dismissInPlace();
loadMoreInPlace();
playInPlace();
viewImagesInPlace();
shareOnClick();
checkSession();
