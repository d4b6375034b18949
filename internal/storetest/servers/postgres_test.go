package servers

import "testing"

func TestAPromotedStandbyHasEveryCommit(t *testing.T) {
	p := StartPostgres(t, PostgresOptions{Standby: true})
	p.Primary.Exec("CREATE TABLE t (n INTEGER)")
	for range 20 {
		p.Primary.Exec("INSERT INTO t VALUES (1)")
	}
	p.Primary.Kill()
	if p.Primary.Running() {
		t.Fatal("the killed server still runs")
	}
	p.Standby.Promote()
	if rows := p.Standby.Query("SELECT count(*) FROM t"); rows[0][0] != "20" {
		t.Errorf("the promoted standby has %v of 20 rows", rows)
	}
	p.Standby.Exec("INSERT INTO t VALUES (2)")
}

func TestAKilledServerComesBackWithItsData(t *testing.T) {
	p := StartPostgres(t, PostgresOptions{})
	p.Primary.Exec("CREATE TABLE t (n INTEGER)")
	p.Primary.Exec("INSERT INTO t VALUES (1)")
	p.Primary.Kill()
	p.Primary.Restart()
	if rows := p.Primary.Query("SELECT count(*) FROM t"); rows[0][0] != "1" {
		t.Errorf("the restarted server has %v rows", rows)
	}
}
