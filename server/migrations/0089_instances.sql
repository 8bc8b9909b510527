CREATE TABLE "instances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"key_mark" text NOT NULL,
	"files_mark" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "instances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "app" ON "instances" AS PERMISSIVE FOR ALL TO "candour_app" USING (true) WITH CHECK (true);