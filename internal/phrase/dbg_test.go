package phrase
import ("testing";"fmt";"os";"assister/internal/calendar";"time")
func TestDbg(t *testing.T){
 z,_:=time.LoadLocation("Europe/Berlin")
 c:=calendar.Clock{Instant: time.Date(2026,11,21,9,0,0,0,z), Zone:z}
 r:=newReader(os.Getenv("T"),c); r.jots=true
 for i,k:=range r.toks{ fmt.Printf("%d %q raw=%q piece=%d\n",i,k.Text,k.raw,r.piece(i).to)}
 fmt.Println(r.comesAt(0,len(r.toks)), r.asks(0), r.errand(0), r.sweeps(0), r.denies(0,len(r.toks)))
 req,bad:=r.create(clause{body:0,verb:&verb{form:formCreate}},len(r.toks),[]Span{{0,1}})
 fmt.Printf("%+v %v\n",req,bad)
 x:=Parse(os.Getenv("T"),c)
 fmt.Printf("%+v\n",x)
}
