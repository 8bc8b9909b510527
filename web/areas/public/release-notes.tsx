import words from '../../../build/content/page.release-notes.json'
import { publicMeta } from '../../page-meta.ts'
import { TextPage } from './text-page.tsx'

export const meta = () => publicMeta('/release-notes', words)

export default function ReleaseNotes() {
  return <TextPage words={words} />
}
