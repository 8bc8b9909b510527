import { createTransport } from 'nodemailer'
import type { SmtpError } from './mail-error.ts'
import type { SmtpSettings } from './smtp-mailer.ts'

const check_ms_max = 10_000

/**
 * Connects to a mail server and signs in, and sends nothing. Answers null when it did, else the code of what failed;
 * the server's own words are kept out, since servers repeat addresses and logins.
 */
export async function checkSmtp({ url }: Pick<SmtpSettings, 'url'>): Promise<string | null> {
  const transport = createTransport({
    url,
    connectionTimeout: check_ms_max,
    greetingTimeout: check_ms_max,
    socketTimeout: check_ms_max,
  })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return (error as SmtpError).code ?? 'unknown'
  } finally {
    transport.close()
  }
}
