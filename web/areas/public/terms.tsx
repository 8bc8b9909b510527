import words from '../../../build/content/page.terms.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/terms', words)

export default function Terms() {
  return <TextPage words={words} />
}
