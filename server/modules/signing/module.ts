import words from '../../../build/content/words.en.json' with { type: 'json' }
import type { OpenModule } from '../../module.ts'
import { mailCopy } from './copy-mail.ts'
import { makeLinkCodes } from './link-codes.ts'
import { linkHandlers } from './link-handlers.ts'
import { linkComposer } from './link-messages.ts'
import { signingHandlers } from './signing-handlers.ts'
import { answerLinkRequest, replaceLockedLink } from './signing-jobs.ts'
import { signingOpeners } from './signing-openers.ts'

/** Links, what patients do behind them, and signatures. */
export const signing: OpenModule = (core, { documentsOf, scansOf }) => {
  const { rootKey, database, clock, runJob, address } = core
  const codes = makeLinkCodes({ runJob, key: rootKey.derive('link-codes') })
  const compose = linkComposer(address)
  return {
    handlers: {
      signing: {
        ...signingHandlers({ ...core, codes, documentsOf, scansOf, cosigning: words.cosigning.statements }),
        ...linkHandlers({ address }),
      },
    },
    openers: { link: signingOpeners(database, clock).link },
    jobs: {
      'signing.answer-link-request': (data) => answerLinkRequest(core, data),
      'signing.replace-locked-link': (data) => replaceLockedLink(runJob, data),
      'signing.mail-copy': (data) => mailCopy(runJob, data),
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
