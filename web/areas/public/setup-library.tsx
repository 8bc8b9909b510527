import updates from '../../../build/content/page.library-updates.json'
import { LibraryScreen } from '../../features/setup/library-screen.tsx'
import { unlistedMeta } from '../../page-meta.ts'
import { SetupPage } from './setup-page.tsx'

export const meta = () => unlistedMeta('/setup/update-templates', updates)

export default function SetupLibrary() {
  return (
    <SetupPage>
      <LibraryScreen />
    </SetupPage>
  )
}
