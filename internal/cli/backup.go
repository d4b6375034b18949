package cli

import (
	"context"

	"github.com/spf13/cobra"

	"assister/internal/assist"
)

func backupCommand(p *program) *cobra.Command {
	var force bool
	cmd := &cobra.Command{
		Use: "backup FILE", Short: "Write a verified copy of the workspace",
		Long: `Write a copy of the workspace to FILE, also while other processes write. The
copy is one consistent state; its ledger, audit trail and records are verified
before it gets its name. restore brings it back.`,
		Example: "  assister backup monday.db\n  assister backup --force latest.db",
		Args:    arguments(1, 1, "give the file to write"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			if err := c.begin(""); err != nil {
				return err
			}
			q := assist.BackupRequest{File: args[0], Force: force}
			return c.outcome(assist.Backup(ctx, c.environment(ctx), q))
		}),
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace FILE if it exists")
	return cmd
}

func restoreCommand(p *program) *cobra.Command {
	var q assist.RestoreRequest
	cmd := &cobra.Command{
		Use: "restore FILE", Short: "Replace the workspace with a backup",
		Long: `Replace the workspace with the backup FILE, after approval in the terminal or
with --yes. The backup is verified first, also against the heads that audit.head
keeps, and the audit trail gets a row of the restore.

The old workspace is kept until you remove it, next to the new one or, for one
on a server, as a file (see assister help stores). Its name and size are
printed, and doctor lists it if it is next to the new one. No other process may
have a file open meanwhile.`,
		Example: "  assister backup monday.db\n  assister restore --yes monday.db",
		Args:    arguments(1, 1, "give a file that `assister backup` has written"),
		RunE: p.perform(func(ctx context.Context, c *call, args []string) error {
			if err := c.begin(""); err != nil {
				return err
			}
			q.File, q.Kept = args[0], c.keptHeads()
			return c.outcome(assist.Restore(ctx, c.environment(ctx), q))
		}),
	}
	cmd.Flags().BoolVarP(&q.Approved, "yes", "y", false, "replace the workspace without asking")
	return cmd
}

func rebuildCommand(p *program) *cobra.Command {
	var q assist.RebuildRequest
	cmd := &cobra.Command{
		Use: "rebuild", Short: "Rebuild the records from the ledger",
		Long: `Rebuild the records from the ledger, after approval in the terminal or with
--yes. Each difference between a record and the ledger is a row. The ledger and
the audit trail are verified first; if they are damaged, restore a backup.

The old workspace is kept until you remove it, next to the new one or, for one
on a server, as a file (see assister help stores). Its name and size are
printed, and doctor lists it if it is next to the new one. No other process may
have a file open meanwhile.`,
		Example: "  assister doctor rebuild --dry-run\n  assister doctor rebuild --yes",
		Args:    arguments(0, 0, ""),
		RunE: p.perform(func(ctx context.Context, c *call, _ []string) error {
			if err := c.begin(""); err != nil {
				return err
			}
			q.Kept = c.keptHeads()
			return c.outcome(assist.Rebuild(ctx, c.environment(ctx), q))
		}),
	}
	f := cmd.Flags()
	f.BoolVarP(&q.Approved, "yes", "y", false, "replace the records without asking")
	f.BoolVar(&q.DryRun, "dry-run", false, "show which records differ, and change nothing")
	return cmd
}
