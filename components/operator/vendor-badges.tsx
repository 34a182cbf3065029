import { Badge } from '../ui/badge'

export function VendorBadges({ isBanned, isOperator }: { isBanned: boolean; isOperator: boolean }) {
  return (
    <span className="inline-flex flex-wrap gap-1">
      {isBanned ? <Badge tone="danger">Banned</Badge> : <Badge tone="success">Active</Badge>}
      {isOperator && <Badge tone="accent">Operator</Badge>}
    </span>
  )
}
