import { ButtonLink } from '../../ui/plain/button.tsx'
import { Panel } from '../../ui/plain/panel.tsx'

/** The way to what was asked of support, and to ask more. */
export const SupportSection = ({ href }: { href: string }) => (
  <Panel title="Support tickets" lead="Get help from Candour support.">
    <div className="flex flex-wrap gap-2">
      <ButtonLink href={`${href}/new`}>Open a ticket</ButtonLink>
      <ButtonLink href={href} variant="quiet">
        See tickets
      </ButtonLink>
    </div>
  </Panel>
)
