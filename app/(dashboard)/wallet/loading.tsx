import { WalletSkeleton } from '@/components/wallet/statement-list'

export default function WalletLoading() {
  return <WalletSkeleton />
}
