import words from '../../../build/content/page.privacy.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/privacy', words)

export default function Privacy() {
  return <TextPage words={words} />
}
