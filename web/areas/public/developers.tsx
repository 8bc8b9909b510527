import words from '../../../build/content/page.developers.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/developers', words)

/** How other programs connect: the commands of the quick start are run by a test as they stand. */
export default function Developers() {
  return <TextPage words={words} />
}
