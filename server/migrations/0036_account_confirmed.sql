-- Whether the account of a practice system is known to be the practice's since its secret last changed: nothing is written before. The next run says so of each that is connected.
ALTER TABLE "practice_systems" ADD COLUMN "account_confirmed_at" timestamp with time zone;--> statement-breakpoint
grant update (account_confirmed_at) on practice_systems to candour_clinic;
