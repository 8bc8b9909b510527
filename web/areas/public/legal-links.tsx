import { Link } from '../../ui/plain/link.tsx'

/** What somebody may wish to read before they give their name. */
export const LegalLinks = ({ lead }: { lead?: string }) => (
  <p className="text-muted">
    {lead && `${lead} `}
    <Link href="/terms" reload className="text-link">
      Terms & Conditions
    </Link>
    {lead ? '. Read also about ' : ' and '}
    <Link href="/privacy" reload className="text-link">
      Privacy
    </Link>
  </p>
)
