/**
 * The script of public pages, which also work without it: hydrates islands on intent, replaces `<main>` when a link is
 * followed, loads players of embeds, the viewer of images and sharing when they are clicked, and checks once whether
 * there is a session.
 */

import { checkSession } from '../../core/accounts/pages/client/session.ts';
import { viewImagesInPlace } from '../../core/images/pages/client/images.ts';
import { playInPlace } from '../../core/images/pages/client/players.ts';
import { loadMoreInPlace } from '../../core/posts/pages/client/load-more.ts';
import { shareOnClick } from '../../core/posts/pages/client/share-buttons.ts';
import { dismissInPlace } from '../../core/site/pages/client/dismissal.ts';
import { closeMenus } from '../../core/site/pages/client/menu.ts';
import { remarkOnSelection } from '../../core/writing/client/remark-selection.ts';
import { hydrateOnIntent } from '../../platform/web/client/hydration.ts';
import { navigateInPlace } from '../../platform/web/client/navigation.ts';
import { followScheme } from '../../platform/web/ui/scheme.ts';
import { islands } from '../islands.ts';

followScheme();
hydrateOnIntent(islands);
navigateInPlace();
closeMenus();
dismissInPlace();
loadMoreInPlace();
playInPlace();
viewImagesInPlace();
shareOnClick();
remarkOnSelection();
checkSession();
if (document.documentElement.dataset.live !== undefined)
  void import('../../platform/web/client/live.ts').then(({ followServer }) => followServer());
