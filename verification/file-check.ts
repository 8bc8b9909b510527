import { textOf, type Bytes } from './bytes.ts'
import { checkBundle } from './bundle-check.ts'
import { isContainer } from './bundle-container.ts'
import { checkStoredDigest } from './digest-check.ts'
import { checkDocument } from './document-check.ts'
import { isPdf } from './pdf-seals.ts'
import { unrecognisedFile, type Verdict } from './check-result.ts'

/** Checks a file, whatever it is: a sealed document, an evidence bundle or a daily digest. Nothing leaves the machine. */
export async function checkFile(bytes: Bytes): Promise<Verdict> {
  if (isPdf(bytes)) return checkDocument(bytes)
  if (isContainer(bytes)) return checkBundle(bytes)
  const text = textOf(bytes)
  return text === undefined
    ? unrecognisedFile('This is neither a sealed document nor an evidence bundle nor a daily digest of ours.')
    : checkStoredDigest(text)
}
