import words from '../../../build/content/page.security.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/security', words)

export default function Security() {
  return <TextPage words={words} />
}
