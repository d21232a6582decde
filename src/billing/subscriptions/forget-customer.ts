/** For an account that is erased. $1: its customer. An event that is not processed yet forgets the customer when it is. */
export const FORGET_CUSTOMER =
  'UPDATE payment_event SET customer_id = NULL, dispute_id = NULL WHERE customer_id = $1 AND processed_at IS NOT NULL';
