import { default_brand_colour } from '../../../contract/brand-colour.ts'
import type { GroupBranding } from '../../../contract/group-branding.ts'
import { api } from '../../api.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BrandingPanel, BrandPreview } from '../clinics/index.ts'
import { GroupUseNote } from './group-use-note.tsx'

type GroupBrandingScreenProps = { branding: GroupBranding; onChanged: () => Promise<void> }

const actions = {
  changeColour: api.groupBranding.changeColour,
  setLogo: api.groupBranding.setLogo,
  removeLogo: () => api.groupBranding.removeLogo({}),
}

/** The logo and the colour of a group, which its practices show where they have none of their own. */
export function GroupBrandingScreen({ branding, onChanged }: GroupBrandingScreenProps) {
  const { group, role, colour, logo, version, use } = branding
  return (
    <>
      <PageHeader
        title="Branding"
        lead="Shown by practices that use group branding and have no logo or colour of their own."
      />
      <GroupUseNote agreement="branding" use={use} className="mt-4" />
      <div className="mt-6">
        {role === 'group_admin' ? (
          <BrandingPanel
            branding={{ colour, logo, version, group: null }}
            ownerName={group}
            removalText="Practices without a logo show their name instead. Existing documents are unchanged."
            actions={actions}
            onChanged={onChanged}
          />
        ) : (
          <div className="max-w-column">
            <BrandPreview name={group} colour={colour ?? default_brand_colour} logo={logo} />
          </div>
        )}
      </div>
    </>
  )
}
