import { Badge } from '../ui/badge'

type VendorBadgesProps = { isBanned: boolean; isLiveApproved: boolean; isOperator: boolean }

export function VendorBadges({ isBanned, isLiveApproved, isOperator }: VendorBadgesProps) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isBanned ? <Badge tone="danger">Banned</Badge> : <Badge tone="success">Active</Badge>}
      {isLiveApproved && <Badge tone="accent">Live</Badge>}
      {isOperator && <Badge tone="accent">Operator</Badge>}
    </span>
  )
}
