import words from '../../../build/content/words.en.json' with { type: 'json' }
import type { OpenModule } from '../../module.ts'
import { queueCopyMail } from './copy-mail.ts'
import { createLinkCodes } from './link-codes.ts'
import { linkHandlers } from './link-handlers.ts'
import { linkComposer } from './link-messages.ts'
import { signingHandlers } from './signing-handlers.ts'
import { processLinkRequest, replaceLockedLink } from './signing-jobs.ts'
import { signingAuthenticators } from './signing-authenticators.ts'

/** Links, what patients do behind them, and signatures. */
export const signing: OpenModule = (core, { listDocuments, scansOf }) => {
  const { rootKey, runJob, address } = core
  const codes = createLinkCodes({ runJob, key: rootKey.derive('link-codes') })
  const compose = linkComposer(address)
  return {
    handlers: {
      signing: {
        ...signingHandlers({ ...core, codes, listDocuments, scansOf, cosigning: words.cosigning.statements }),
        ...linkHandlers({ address }),
      },
    },
    authenticators: { link: signingAuthenticators(core).link },
    jobs: {
      'signing.answer-link-request': (data) => processLinkRequest(core, data),
      'signing.replace-locked-link': (data) => replaceLockedLink(runJob, data),
      'signing.mail-copy': (data) => queueCopyMail(runJob, data),
    },
    composers: {
      'consent-link': compose,
      'new-link': compose,
      reminder: compose,
      'question-answered': compose,
      'signed-copy': compose,
      aftercare: compose,
      survey: compose,
      'link-code': codes.compose,
    },
  }
}
