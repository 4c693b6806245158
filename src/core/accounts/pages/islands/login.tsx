import { screenAfterLogin } from '../../../../platform/http/after-login.ts';
import { urls } from '../../../../platform/http/urls.ts';
import type { SignInMessages } from '../../../../platform/web/messages/types.ts';
import { LoginForm } from './login-form.tsx';

/** The admin area is a separate document. */
const enter = () => location.assign(screenAfterLogin(new URL(location.href)));

type Props = { siteUrl: string; messages: SignInMessages };

export default function Login({ siteUrl, messages }: Props) {
  return (
    <div className="login">
      <h1>{messages.login}</h1>
      <noscript>
        <p className="banner">{messages.loginNeedsJavaScript}</p>
      </noscript>
      <LoginForm
        siteUrl={siteUrl}
        messages={messages}
        onEntered={enter}
        cancel={
          <a href={urls.home} className="button quiet">
            {messages.cancel}
          </a>
        }
      />
    </div>
  );
}
