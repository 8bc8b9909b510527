import { escapeHtml } from '../platform/escape-html.ts'

/** The page of the test's provider on which somebody says who they are. */
export const mockSignInPage = (action: string, client: string): string => `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<title>Sign in with ${escapeHtml(client)}</title>
<h1>Sign in with ${escapeHtml(client)}</h1>
<form method="post" action="${escapeHtml(action)}">
  <p><label>E-mail <input name="email" type="email"></label></p>
  <p><label><input name="proved" type="checkbox" value="yes" checked> The address is proved</label></p>
  <p><button name="answer" value="sign-in">Sign in</button> <button name="answer" value="cancel">Cancel</button></p>
</form>
</html>
`
