import { urls } from '../../../contract/urls.ts';
import * as messages from '../../../messages/reader.ts';
import { LoginForm } from './login-form.tsx';

/** The admin area is a separate document. */
const enter = () => location.assign(urls.admin);

export default function Login({ siteUrl }: { siteUrl: string }) {
  return (
    <div className="login">
      <h1>{messages.login}</h1>
      <noscript>
        <p className="banner">{messages.loginNeedsJavaScript}</p>
      </noscript>
      <LoginForm siteUrl={siteUrl} onEntered={enter} cancel={<a href={urls.home}>{messages.cancel}</a>} />
    </div>
  );
}
